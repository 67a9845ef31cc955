/**
 * Describes tables, columns, indexes and the server. The client reads these facts over JDBC, and decides by them how it
 * answers a lookup. The records may get more components in a minor release, so build them only in tests.
 *
 * @since 0.1
 */
@NullMarked
package io.handlersocket.client.catalog;

import org.jspecify.annotations.NullMarked;
