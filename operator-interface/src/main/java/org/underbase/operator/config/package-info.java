/** Declaration of configuration keys: name, type, default and documentation in one place. */
package org.underbase.operator.config;
