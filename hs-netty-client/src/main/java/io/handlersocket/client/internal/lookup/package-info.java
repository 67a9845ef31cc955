/** From a key to a row: layouts, requests and replies of lookups. Knows the pool, but no SQL. */
@NullMarked
package io.handlersocket.client.internal.lookup;

import org.jspecify.annotations.NullMarked;
