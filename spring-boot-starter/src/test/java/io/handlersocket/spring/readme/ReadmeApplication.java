// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.readme;

import io.handlersocket.spring.app.Player;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.persistence.autoconfigure.EntityScan;

/** The documented repositories, in an application without HandlerSocket properties. */
@SpringBootApplication
@EntityScan(basePackageClasses = {Player.class, Diary.class})
class ReadmeApplication {}
