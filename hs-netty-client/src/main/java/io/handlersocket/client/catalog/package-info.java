/**
 * Describes tables, columns, indexes and the server. The client reads these facts over JDBC, and decides by them how it
 * answers a lookup. Only the client implements these interfaces, which may get more methods in a minor release.
 *
 * @since 0.1
 */
@NullMarked
package io.handlersocket.client.catalog;

import org.jspecify.annotations.NullMarked;
