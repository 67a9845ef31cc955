// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.misspelt;

import io.handlersocket.spring.app.Player;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.persistence.autoconfigure.EntityScan;

/** An application that must not start. */
@SpringBootApplication
@EntityScan(basePackageClasses = Player.class)
public class MisspeltApplication {}
