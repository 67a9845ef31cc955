// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Keeps HandlerSocket clients out of the way while migrations run. */
@NullMarked
package io.handlersocket.spring.ddl;

import org.jspecify.annotations.NullMarked;
