/** The catalogue's descriptions as records. */
@NullMarked
package io.handlersocket.client.internal.catalog;

import org.jspecify.annotations.NullMarked;
