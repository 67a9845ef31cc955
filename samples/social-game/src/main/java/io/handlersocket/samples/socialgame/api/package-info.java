// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What all parts of the API share: errors, headers, its description. */
@NullMarked
package io.handlersocket.samples.socialgame.api;

import org.jspecify.annotations.NullMarked;
