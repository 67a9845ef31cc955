// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What an operator can ask a running application. */
@NullMarked
package io.handlersocket.spring.actuate;

import org.jspecify.annotations.NullMarked;
