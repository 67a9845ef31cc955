// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/**
 * Parses query methods, finds the index that answers them, and creates results from rows. Depends on Spring Data's
 * method names and projections, not on proxies, transactions or sessions.
 */
@NullMarked
package io.handlersocket.spring.internal.query;

import org.jspecify.annotations.NullMarked;
