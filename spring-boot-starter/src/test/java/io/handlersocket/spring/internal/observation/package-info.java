// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
@NullMarked
package io.handlersocket.spring.internal.observation;

import org.jspecify.annotations.NullMarked;
