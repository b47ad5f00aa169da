/** The soak of Exalt's agent: operations on compressed files and on plain ones, on each JDK. */
package org.underbase.bench.soak.exalt;
