/** What soaks find, and how they wait for it. */
package org.underbase.bench.soak.finding;
