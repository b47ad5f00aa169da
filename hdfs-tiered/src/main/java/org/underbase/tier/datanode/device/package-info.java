/** What a tier's device can do: configured, or measured once by a short bounded probe and kept beside the data. */
package org.underbase.tier.datanode.device;
