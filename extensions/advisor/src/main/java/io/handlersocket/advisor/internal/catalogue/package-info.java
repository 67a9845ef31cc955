// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** A client that reads the catalogue over SQL and never connects to HandlerSocket. */
@NullMarked
package io.handlersocket.advisor.internal.catalogue;

import org.jspecify.annotations.NullMarked;
