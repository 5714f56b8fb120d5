/// The functions of operating systems that run functions of a program and let time pass: tasks run one after the other
/// after `main`, and delays end at once.
///
/// Source: FreeRTOS, `task.h`; CMSIS-RTOS2, `cmsis_os2.h`; Zephyr, `kernel.h`; SYS/BIOS, `Task.xdc`.
enum TaskCalls: StackFunctions {
  static let stack = ""

  static let functions: [AnsweredFunction] =
    [
      function("xTaskCreate") { arguments, host, memory in
        host.addTask(arguments[0], argument: arguments[3])
        if arguments.isAddress(5) { _ = memory.store(host.newHandle(), at: arguments[5], size: 4) }
        return .result(1)
      },
      // The last argument is the processor of the task.
      function("xTaskCreatePinnedToCore") { arguments, host, memory in
        host.addTask(arguments[0], argument: arguments[3])
        if arguments.isAddress(5) { _ = memory.store(host.newHandle(), at: arguments[5], size: 4) }
        return .result(1)
      },
      function("xTaskCreateStaticPinnedToCore") { arguments, host, _ in
        host.addTask(arguments[0], argument: arguments[3])
        return .result(arguments[6])
      },
      // A task that ends itself does not continue.
      function("vTaskDelete") { arguments, _, _ in arguments[0] == 0 ? .end : .result(0) },
      function("xTaskCreateStatic") { arguments, host, _ in
        host.addTask(arguments[0], argument: arguments[3])
        return .result(arguments[6])
      },
      function("osThreadNew") { arguments, host, _ in
        host.addTask(arguments[0], argument: arguments[1])
        return .result(host.newHandle())
      },
    ]
    + ["ti_sysbios_knl_Task_construct", "Task_construct"].map {
      function($0) { arguments, host, _ in
        host.addTask(arguments[1], argument: 0)
        return .result(arguments[0])
      }
    }
    + ["ti_sysbios_knl_Task_create", "Task_create"].map {
      function($0) { arguments, host, _ in
        host.addTask(arguments[0], argument: 0)
        return .result(host.newHandle())
      }
    }
    + ["vTaskStartScheduler", "osKernelStart", "ti_sysbios_BIOS_start__E", "BIOS_start"].map {
      function($0) { _, _, _ in .end }
    }
    + [
      "osMutexNew", "osSemaphoreNew", "osEventFlagsNew", "osMessageQueueNew", "osMemoryPoolNew", "osThreadGetId",
      "ti_sysbios_knl_Event_create", "ti_sysbios_knl_Semaphore_create",
    ].map {
      function($0) { _, host, _ in .result(host.newHandle()) }
    }
    // No other code runs that could hold a lock.
    + [
      "osMutexAcquire", "osMutexRelease", "osMutexDelete", "osSemaphoreAcquire", "osSemaphoreRelease",
      "osSemaphoreDelete", "osEventFlagsSet", "osEventFlagsClear", "osKernelInitialize", "vPortCPUAcquireMutex",
      "vPortCPUReleaseMutex", "vTaskEnterCritical", "vTaskExitCritical", "vPortEnterCritical", "vPortExitCritical",
      "ti_sysbios_knl_Task_disable__E", "ti_sysbios_knl_Task_restore__E", "ti_sysbios_knl_Swi_disable__E",
      "ti_sysbios_knl_Swi_restore__E", "ti_sysbios_family_arm_m3_Hwi_disableFxn__E",
      "ti_sysbios_family_arm_m3_Hwi_restoreFxn__E", "ti_sysbios_knl_Semaphore_post__E",
      "ti_sysbios_knl_Event_post__E",
    ].map { function($0) { _, _, _ in .result(0) } }
    // The scheduler is running.
    + ["osKernelGetState", "xTaskGetSchedulerState"].map { function($0) { _, _, _ in .result(2) } }
    + [
      "vTaskDelay", "vTaskDelayUntil", "xTaskDelayUntil", "osDelay", "HAL_Delay", "delay", "z_impl_k_sleep", "k_sleep",
      "os_time_delay", "nrf_delay_ms", "osEventFlagsWait", "osThreadFlagsWait", "ti_sysbios_knl_Event_pend__E",
      "ti_sysbios_knl_Semaphore_pend__E", "ti_sysbios_knl_Task_sleep__E", "Event_pend", "Semaphore_pend", "Task_sleep",
    ].map { name in
      AnsweredFunction(name, stack: stack, isWait: true) { _, host, _ in
        host.catchStarted()
        return .result(0)
      }
    }
}
