/** Coverage of Hadoop's public methods: each is recorded, or listed with the reason. */
package org.underbase.htfs.coverage;
