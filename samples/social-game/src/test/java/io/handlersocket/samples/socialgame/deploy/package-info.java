// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** What runs outside the build: the jar, and the files of the containers. */
@NullMarked
package io.handlersocket.samples.socialgame.deploy;

import org.jspecify.annotations.NullMarked;
