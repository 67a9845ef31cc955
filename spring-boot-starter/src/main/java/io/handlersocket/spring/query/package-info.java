// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * What a query method asks, which index answers it, and how rows become results. Knows Spring Data's method names and
 * projections; nothing of proxies, transactions or sessions.
 */
@NullMarked
package io.handlersocket.spring.query;

import org.jspecify.annotations.NullMarked;
