// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** What a repository reads without an entity, by the entity's names. */
public record UserView(
        int id,
        @Nullable String name,
        @Nullable String email,
        @Nullable LocalDateTime created) {}
