// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** For extensions, which see what HandlerSocket answers. Its types may change with any version. */
@NullMarked
package io.handlersocket.hibernate.spi;

import org.jspecify.annotations.NullMarked;
