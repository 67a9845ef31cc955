// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A row, by the names of its columns. */
public record UserRecord(
        int userId,
        @Nullable String userName,
        @Nullable String userEmail,
        @Nullable LocalDateTime created) {}
