/** Every configuration key of the tiers, declared once, with its default and what it does. */
package org.underbase.tier.conf;
