/**
 * The launcher's Java side: collects the verbs that the modules bring and runs one. The only package that knows of all
 * modules, and it knows them by their resource files alone.
 */
package org.underbase.dist;
