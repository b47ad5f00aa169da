/** Configuration keys of the combined log. */
package org.underbase.combinedlog.conf;
