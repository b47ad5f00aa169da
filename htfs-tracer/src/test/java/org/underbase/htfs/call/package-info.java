/** Tests of recorded calls. */
package org.underbase.htfs.call;
