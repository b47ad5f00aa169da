/** Tests of the tracer with other releases of Hadoop. */
package org.underbase.htfs.versions;
