/** A page of an application: a service call that loads a root and two levels of children, in a Spring context. */
@NullMarked
package io.handlersocket.jmh.page;

import org.jspecify.annotations.NullMarked;
