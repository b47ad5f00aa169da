/** What Exalt is worth: DataNodes on a machine, bytes that are left of data, bandwidth on a slow disk, ten terabytes in an hour. */
package org.underbase.bench.exalt;
