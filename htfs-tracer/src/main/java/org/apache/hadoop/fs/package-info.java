/** Access to the package-private constructor of {@link org.apache.hadoop.fs.Hdfs}. */
package org.apache.hadoop.fs;
