/** The part of the tracer that must live beside {@link org.apache.hadoop.fs.Hdfs}, whose constructor it needs. */
package org.apache.hadoop.fs;
