/**
 * Everything that needs SQL: discovery, catalogue, opening under a hold, the DDL guard. Blocks, on its own thread
 * only.
 */
@NullMarked
package io.handlersocket.client.internal.control;

import org.jspecify.annotations.NullMarked;
