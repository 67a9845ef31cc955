// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Diaries with comments: pages by keyset, search and timeline by SQL. */
@NullMarked
package io.handlersocket.samples.socialgame.diary;

import org.jspecify.annotations.NullMarked;
