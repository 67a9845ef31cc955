// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

/** A row as any reader gets it; the columns of {@code history_item} that a writer writes together. */
public record Seen(long id, long version, long mark, String body) {}
