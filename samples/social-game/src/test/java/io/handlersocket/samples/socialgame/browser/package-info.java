// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Journeys of visitors through the pages, in a real browser and on a real database. */
@NullMarked
package io.handlersocket.samples.socialgame.browser;

import org.jspecify.annotations.NullMarked;
