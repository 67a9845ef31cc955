// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What the client asks over SQL: sessions, discovery of the server, the catalogue. */
@NullMarked
package io.handlersocket.client.internal.control.sql;

import org.jspecify.annotations.NullMarked;
