// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** An application that is asked what HandlerSocket would make fast, with good and bad mappings and queries. */
@NullMarked
package io.handlersocket.spring.adoption;

import org.jspecify.annotations.NullMarked;
