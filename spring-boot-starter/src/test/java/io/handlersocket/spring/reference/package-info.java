/** Compares docs/reference and docs/operations with the sources. */
@NullMarked
package io.handlersocket.spring.reference;

import org.jspecify.annotations.NullMarked;
