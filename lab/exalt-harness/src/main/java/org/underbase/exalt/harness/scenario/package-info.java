/** Scenarios: named questions about scale, each with a baseline and a change that are measured in the same run. */
package org.underbase.exalt.harness.scenario;
