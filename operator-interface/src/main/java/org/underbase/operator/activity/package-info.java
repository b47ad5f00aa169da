/** Activities that one part of the product reports and another one observes, without a dependency between the two. */
package org.underbase.operator.activity;
