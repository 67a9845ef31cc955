// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.served;

/** What a part of a request gave, and how it was served. */
public record Measured<T>(T value, Serving serving) {}
