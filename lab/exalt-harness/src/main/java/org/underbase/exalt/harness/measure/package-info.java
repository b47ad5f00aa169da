/** What a cluster, its clients and the machine did, second by second. */
package org.underbase.exalt.harness.measure;
