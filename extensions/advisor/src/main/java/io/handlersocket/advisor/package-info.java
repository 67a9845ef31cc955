// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Says which loads of an application would go over HandlerSocket, before the server has the plugin. */
@NullMarked
package io.handlersocket.advisor;

import org.jspecify.annotations.NullMarked;
