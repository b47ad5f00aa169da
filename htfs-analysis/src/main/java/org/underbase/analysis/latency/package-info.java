/** How long calls take. */
package org.underbase.analysis.latency;
