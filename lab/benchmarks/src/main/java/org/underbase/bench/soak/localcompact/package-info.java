/** Lets something fail at each step of local compactions: no row may be lost or wrong, nothing may be left behind. */
package org.underbase.bench.soak.localcompact;
