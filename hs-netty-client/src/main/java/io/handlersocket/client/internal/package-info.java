/** Joins the public interfaces with the layers below them. */
@NullMarked
package io.handlersocket.client.internal;

import org.jspecify.annotations.NullMarked;
