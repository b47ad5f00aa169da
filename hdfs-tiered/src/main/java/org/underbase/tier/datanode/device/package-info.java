/** Performance of a tier's device: configured, or measured once by a short bounded probe and stored with the data. */
package org.underbase.tier.datanode.device;
