/** Tests of the recorded events and their details. */
package org.underbase.htfs.recorded;
