// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Routes reads to a primary or its replicas. Each server has an ordinary client; this package chooses between them. */
@NullMarked
package io.handlersocket.replicas.internal;

import org.jspecify.annotations.NullMarked;
