// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Counts, plans and listeners of calls. Knows neither persistence units nor proxies. */
@NullMarked
package io.handlersocket.spring.internal.repository.report;

import org.jspecify.annotations.NullMarked;
