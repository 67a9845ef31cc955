// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Drains HandlerSocket clients while migrations run. */
@NullMarked
package io.handlersocket.spring.internal.ddl;

import org.jspecify.annotations.NullMarked;
