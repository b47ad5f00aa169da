/** Every public method of Hadoop's classes is recorded, or is on a list that says why it is not. */
package org.underbase.htfs.coverage;
