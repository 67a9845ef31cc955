// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Interfaces of extensions. May change in any release. */
@NullMarked
package io.handlersocket.hibernate.spi;

import org.jspecify.annotations.NullMarked;
