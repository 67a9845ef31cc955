// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
/** Made-up applications, whose repositories are asked with and without direct reads. */
@NullMarked
package io.handlersocket.spring.differential;

import org.jspecify.annotations.NullMarked;
