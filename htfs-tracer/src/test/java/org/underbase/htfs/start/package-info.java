/** Tests of the start of the tracer in other processes. */
package org.underbase.htfs.start;
