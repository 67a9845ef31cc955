/**
 * Reads rows of MariaDB tables by index over HandlerSocket: typed, pipelined, and never another row than SQL's.
 *
 * <p>One lookup, from the caller to the row and back:
 *
 * <pre>
 * Index.find(key) -> KeyEncoder (validate, canonical bytes) -> ConnectionPool -> Connection (one event loop; one flush)
 *     -> server -> ReplyScanner -> oldest request in flight -> key check -> Row
 * </pre>
 *
 * <p>Writes go another way, and are off until enabled: {@link io.handlersocket.client.Writes}, {@code
 * internal.lookup.PreparedWrite}, {@code internal.lookup.WriteQueue}, {@code internal.control.WriteLink}, {@code
 * internal.control.WriteRules}.
 *
 * <p>Reading order for a newcomer: {@link io.handlersocket.client.HandlerSocketClient}, {@link io.handlersocket.client.Index};
 * {@code internal.protocol}; {@code internal.codec.ColumnCodec}; {@code internal.transport.Connection}; {@code
 * internal.lookup.DefaultIndex}; {@code internal.control.state.Supervisor}. {@code docs/architecture.md} draws the walk of one lookup.
 */
@NullMarked
package io.handlersocket.client;

import org.jspecify.annotations.NullMarked;
